// One load client for both servers: every table has two seats with a socket each; a seat moves as soon as it
// hears that it is its turn. A move counts when its mover has the server's confirmation; that is the latency.
import { io } from 'socket.io-client';
import WebSocket from 'ws';

const [kind, base, tables, seconds] = [process.argv[2], process.argv[3], Number(process.argv[4]), Number(process.argv[5])];
const latencies = [];
let counting = false;

function moved(since) {
  if (counting) latencies.push(performance.now() - since);
}

async function json(url, options = {}) {
  const response = await fetch(url, { ...options, headers: { 'content-type': 'application/json', ...options.headers } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return { body: await response.json(), cookie: response.headers.get('set-cookie')?.split(';')[0] };
}

// --- Caravane ---------------------------------------------------------------------------------------------

async function caravaneTable() {
  const people = await Promise.all([0, 1].map(async () => (await json(`${base}/api/me`)).cookie));
  const post = (path, person, body) =>
    json(base + path, { method: 'POST', headers: { cookie: people[person] }, body: JSON.stringify(body) });
  const seats = [{ type: 'me' }, { type: 'open' }];
  const { body: table } = await post('/api/tables', 0, { game: 'pistes', seats });
  await post(`/api/tables/${table.id}/join`, 1, {});
  await Promise.all([0, 1].map((seat) => caravaneSeat(table.id, seat, people[seat])));
}

// Our games end, the peer's never does: who has finished sits down at a new table.
function again(socket, seat) {
  socket.close();
  if (seat === 0) void caravaneTable();
}

function caravaneSeat(table, seat, cookie) {
  const socket = new WebSocket(base.replace('http', 'ws') + '/api/socket', { headers: { cookie }, perMessageDeflate: false });
  let request = 0, since = 0;
  const act = (position, sequence) => {
    if (position?.over) return again(socket, seat);
    if (!position || position.to_move[0] !== seat) return;
    const legal = position.legal;
    const action = legal[Math.floor(Math.random() * legal.length)].action;
    since = performance.now();
    socket.send(JSON.stringify({ type: 'act', request: String(++request), table, seat, sequence, action }));
  };
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.type === 'welcome') socket.send(JSON.stringify({ type: 'watch', request: 'w', table, seat }));
      else if (message.type === 'watching') { resolve(); act(message.snapshot.position, message.snapshot.sequence); }
      else if (message.type === 'done') moved(since);
      else if (message.type === 'update') act(message.position, message.sequence);
      else if (message.type === 'error') console.error(message.code, message.sentence);
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
  await Promise.all([0, 1].map((seat) => peerSeat(body.matchID, String(seat), credentials[seat])));
}

function peerSeat(match, player, credentials) {
  const socket = io(`${base}/sliding`, { transports: ['websocket'], forceNew: true });
  let since = 0, waiting = false;
  const act = (state) => {
    if (waiting) { moved(since); waiting = false; }
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

const open = kind === 'caravane' ? caravaneTable : peerTable;
for (let done = 0; done < tables; done += 10) await Promise.all(Array.from({ length: Math.min(10, tables - done) }, open));
const wait = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));
await wait(2);
counting = true;
console.log('counting');
const begun = performance.now();
await wait(seconds);
counting = false;
const took = (performance.now() - begun) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => Math.round(latencies[Math.floor(latencies.length * share)] * 10) / 10;
console.log(JSON.stringify({ tables, moves_per_s: Math.round(latencies.length / took), p50_ms: at(0.5), p99_ms: at(0.99) }));
process.exit(0);
