// The clients of a load bench, in a thread of their own, so that the server's event loop does not pay for them.
// Bodies are made beforehand; connections are kept alive.
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, clients } = workerData;
const { hostname, port } = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: clients });

function post(body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        hostname,
        port,
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () => (text.includes('"errors"') ? reject(new Error(text)) : resolve(undefined)));
      },
    );
    request.on('error', reject).end(body);
  });
}

parentPort.on('message', async (bodies) => {
  const took = [];
  let next = 0;
  const began = performance.now();
  try {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (next < bodies.length) {
          const body = bodies[next++];
          const start = performance.now();
          await post(body);
          took.push(performance.now() - start);
        }
      }),
    );
    parentPort.postMessage({ took, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});
