// One load client for both servers: every seat of a table has a socket; it acts as soon as it hears that it is asked.
// A move counts when its mover has the server's confirmation; that is the latency.
import { io } from 'socket.io-client';
import WebSocket from 'ws';

const [kind, base, tables, seconds, seats] = [process.argv[2], process.argv[3], ...process.argv.slice(4).map(Number)];
const PATIENCE_S = 300; // for opening all tables: a server that says nothing is a failure, not a long wait
const latencies = [];
const seatedTables = new Set(); // those that are being played
let counting = false, refused = 0, stale = 0, bytes = 0, reported = 0;

function seated() {
  const table = { moves: 0, fresh: counting };
  seatedTables.add(table);
  return table;
}

function moved(table, since) {
  table.moves += 1;
  if (counting) latencies.push(performance.now() - since);
}

function refuse(text) {
  refused += 1;
  if (reported++ < 5) console.error(text);
}

async function json(url, options = {}) {
  const response = await fetch(url, { ...options, headers: { 'content-type': 'application/json', ...options.headers } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return { body: await response.json(), cookie: response.headers.get('set-cookie')?.split(';')[0] };
}

// --- Caravane: `kind` is the game ------------------------------------------------------------------------

const each = Array.from({ length: seats }, (_, seat) => seat);

async function caravaneTable() {
  const people = await Promise.all(each.map(async () => (await json(`${base}/api/me`)).cookie));
  const post = (path, person, body) =>
    json(base + path, { method: 'POST', headers: { cookie: people[person] }, body: JSON.stringify(body) });
  const choices = each.map((seat) => ({ type: seat === 0 ? 'me' : 'open' }));
  const { body: opened } = await post('/api/tables', 0, { game: kind, seats: choices });
  for (const seat of each.slice(1)) await post(`/api/tables/${opened.id}/join`, seat, { seat });
  const table = seated();
  await Promise.all(each.map((seat) => caravaneSeat(table, opened.id, seat, people[seat])));
}

// Our games end, the peer's never does: who has finished sits down at a new table.
function again(table, socket, seat) {
  table.over = true;
  socket.close();
  if (seat !== 0) return;
  seatedTables.delete(table);
  caravaneTable().catch((error) => refuse(String(error)));
}

// A JSON Patch, carried out in place: nobody looks at the position before.
function patch(position, changes) {
  for (const { op, path, value } of changes) {
    const way = path.split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = way.pop();
    const place = way.reduce((at, name) => at[name], position);
    if (!Array.isArray(place)) op === 'remove' ? delete place[last] : (place[last] = value);
    else if (op === 'replace') place[last] = value;
    else place.splice(Number(last), op === 'remove' ? 1 : 0, ...(op === 'remove' ? [] : [value]));
  }
  return position;
}

// Any action; a sheet of orders is sealed before it is full.
function anyOf(legal) {
  const ready = legal.find((one) => one.action.type === 'ready');
  return ready && Math.random() < 0.25 ? ready : legal[Math.floor(Math.random() * legal.length)];
}

function caravaneSeat(table, id, seat, cookie) {
  const socket = new WebSocket(base.replace('http', 'ws') + '/api/socket', { headers: { cookie }, perMessageDeflate: false });
  let request = 0, since = 0, sequence = 0, position = null, waiting = false;
  const send = (command) => socket.send(JSON.stringify({ request: String(++request), table: id, seat, ...command }));
  const act = () => {
    if (waiting || !position) return;
    if (position.over) return again(table, socket, seat);
    if (!position.to_move.includes(seat) || position.legal.length === 0) return;
    [since, waiting] = [performance.now(), true];
    send({ type: 'act', sequence, action: anyOf(position.legal).action });
  };
  const take = (message) => {
    sequence = message.sequence;
    if (message.type === 'patch') position = patch(position, message.changes);
    else position = message.position ?? position;
    act();
  };
  const fail = (message) => {
    waiting = false;
    if (message.code !== 'stale') return refuse(`${message.code} ${message.sentence}`);
    stale += 1; // another seat was faster: what it did has come already
    act();
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      if (table.over) return;
      refuse(`seat ${seat}: the server hung up: ${code} ${reason}`);
      reject(new Error(`hung up: ${code}`));
    });
    socket.on('message', (data) => {
      if (counting) bytes += data.length;
      const message = JSON.parse(data);
      if (message.type === 'welcome') send({ type: 'watch', patches: true });
      else if (message.type === 'watching') { resolve(); take(message.snapshot); }
      else if (message.type === 'done') { moved(table, since); waiting = false; act(); }
      else if (message.type === 'update' || message.type === 'patch') take(message);
      else if (message.type === 'error') fail(message);
    });
  });
}

// --- boardgame.io -----------------------------------------------------------------------------------------

const WIDTH = 9, HEIGHT = 10, STEPS = [-1, 1, -WIDTH, WIDTH];

function slide(cells, from, step) {
  let at = from;
  for (;;) {
    const next = at + step;
    const leavesRow = Math.abs(step) === 1 && Math.floor(next / WIDTH) !== Math.floor(at / WIDTH);
    if (next < 0 || next >= WIDTH * HEIGHT || leavesRow || cells[next] !== null) return at;
    at = next;
  }
}

function anySlide(cells, player) {
  for (;;) {
    const from = Math.floor(Math.random() * cells.length);
    if (cells[from] !== player) continue;
    const to = slide(cells, from, STEPS[Math.floor(Math.random() * 4)]);
    if (to !== from) return [from, to];
  }
}

async function peerTable() {
  const post = (path, body) => json(`${base}/games/sliding${path}`, { method: 'POST', body: JSON.stringify(body) });
  const { body } = await post('/create', { numPlayers: 2 });
  const join = (seat) => post(`/${body.matchID}/join`, { playerID: String(seat), playerName: 'x' });
  const credentials = [(await join(0)).body.playerCredentials, (await join(1)).body.playerCredentials];
  const table = seated();
  await Promise.all([0, 1].map((seat) => peerSeat(table, body.matchID, String(seat), credentials[seat])));
}

function peerSeat(table, match, player, credentials) {
  const socket = io(`${base}/sliding`, { transports: ['websocket'], forceNew: true });
  let since = 0, waiting = false;
  const act = (state) => {
    if (waiting) { moved(table, since); waiting = false; }
    if (state.ctx.currentPlayer !== player) return;
    const action = { type: 'MAKE_MOVE', payload: { type: 'slide', args: anySlide(state.G.cells, player), playerID: player, credentials } };
    since = performance.now();
    waiting = true;
    socket.emit('update', action, state._stateID, match, player);
  };
  return new Promise((resolve) => {
    socket.on('connect', () => socket.emit('sync', match, player, credentials, 2));
    socket.on('sync', (_, { state }) => { resolve(); act(state); });
    socket.on('update', (_, state) => act(state));
  });
}

// --- measuring --------------------------------------------------------------------------------------------

const late = setTimeout(() => {
  console.error(`the tables were not opened within ${PATIENCE_S} s`);
  process.exit(1);
}, PATIENCE_S * 1000);
const open = kind === 'peer' ? peerTable : caravaneTable;
for (let done = 0; done < tables; done += 10) await Promise.all(Array.from({ length: Math.min(10, tables - done) }, open));
clearTimeout(late);
const wait = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));
await wait(2);
for (const table of seatedTables) table.moves = 0;
counting = true;
console.log('counting');
const begun = performance.now(), cost = process.cpuUsage();
await wait(seconds);
counting = false;
const own = process.cpuUsage(cost), took = (performance.now() - begun) / 1000;
console.log('counted');
const moves = latencies.length;
latencies.sort((a, b) => a - b);
const at = (share) => (moves ? Math.round(latencies[Math.floor(moves * share)] * 10) / 10 : null);
const aMove = (sum) => (moves ? Math.round(sum / moves) : null);
console.log(JSON.stringify({
  tables,
  moves_per_s: Math.round(moves / took),
  p50_ms: at(0.5),
  p99_ms: at(0.99),
  moves,
  client_us: aMove(own.user + own.system), // of this client's processor, a move
  bytes: aMove(bytes), // that all seats were sent, a move
  refused,
  stale,
  silent: [...seatedTables].filter((table) => table.moves === 0 && !table.fresh).length, // tables without a move
}));
process.exit(0);
