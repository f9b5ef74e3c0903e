// A hand-written handler with Node's http module: it parses the output, writes the response, and stores nothing.
// One worker for each core. Its argument is a file with a state from a response of Usher.
'use strict';
const cluster = require('node:cluster');
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');

if (cluster.isPrimary) {
  let waiting = os.availableParallelism();
  for (let count = waiting; count > 0; count--) cluster.fork();
  cluster.on('listening', (worker, address) => {
    if (--waiting === 0) console.log(`ready http://127.0.0.1:${address.port}`);
  });
  process.on('SIGTERM', () => process.exit(0));
} else {
  const state = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
  const route = /^\/v1\/sessions\/[^/]+(?:\/back|\/screens\/[^/]+\/outputs\/[^/]+)?$/;
  http.createServer((request, response) => {
    if (!route.test(request.url)) {
      response.writeHead(404).end();
      return;
    }
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const revision = body.length > 0 ? JSON.parse(body.toString()) : state.revision;
      const bytes = Buffer.from(JSON.stringify({ ...state, revision }));
      response.writeHead(200, {
        'Content-Type': 'application/json', 'Content-Length': bytes.length, 'ETag': `"${revision}"`,
        'Cache-Control': 'no-store',
      });
      response.end(bytes);
    });
  }).listen(0, '127.0.0.1');
}
