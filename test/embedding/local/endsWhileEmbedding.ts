// A program of its own for localEmbedder.test.ts: ends in one of several ways while the model is at work.
import { pino } from 'pino';
import { embedWithin } from '../../../src/embedding/deadline.ts';
import { startLocalEmbedder } from '../../../src/embedding/local/localEmbedder.ts';

const [how, modelPath = '', tokenizerPath = ''] = process.argv.slice(2);
const starting = startLocalEmbedder({ modelPath, tokenizerPath }, pino({ level: 'silent' }));
if (how === 'exits while it starts') setTimeout(() => process.exit(7), 150);

const embedder = await starting;
const work = embedder.embed(Array<string>(6).fill('memory '.repeat(300)));
work.catch(() => undefined);
await embedder.embed(['a question, so that the first batch is done and the next under way'], { priority: 'question' });
setTimeout(() => {
  if (how === 'exits') process.exit(7);
  if (how === 'closes') void embedder.close();
}, 20);
if (how === 'runs out') await work;
if (how === 'embeds many texts under one deadline') {
  await embedWithin(embedder, Array<string>(100).fill('short'), { deadlineMs: 20_000, priority: 'question' });
  await embedder.close();
}
