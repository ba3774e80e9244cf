import { write } from './generate/generatedFile.mjs';
import { statements } from './generate/statements.mjs';

write(statements());
