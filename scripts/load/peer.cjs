// boardgame.io's own server with its in-memory storage, and a sliding game of about the size of pistes.
const { Server, Origins } = require('boardgame.io/server');

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

const Sliding = {
  name: 'sliding',
  setup: () => ({
    cells: Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i < WIDTH ? '0' : i >= WIDTH * (HEIGHT - 1) ? '1' : null)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    slide: ({ G, playerID }, from, to) => {
      if (G.cells[from] !== playerID || from === to) return 'INVALID_MOVE';
      if (!STEPS.some((step) => slide(G.cells, from, step) === to)) return 'INVALID_MOVE';
      G.cells[to] = playerID;
      G.cells[from] = null;
    },
  },
};

const server = Server({ games: [Sliding], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log('up'));
