import { write } from './generate/generatedFile.mjs';
import { typeDefinitions } from './generate/typeDefinitions.mjs';

write(typeDefinitions());
