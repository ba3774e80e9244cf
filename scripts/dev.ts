// `npm run dev`: the server from its sources, statements and type definitions compiled anew at each start.
import { write } from './generate/generatedFile.mjs';
import { statements } from './generate/statements.mjs';
import { typeDefinitions } from './generate/typeDefinitions.mjs';

write(statements());
write(typeDefinitions());
await import('../src/main.ts');
