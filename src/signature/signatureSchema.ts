import { z } from 'zod';
import { isSignatureText } from './ed25519.ts';

/** An Ed25519 signature as a client sends it: 64 bytes in standard base64. */
export const ed25519Schema = z.string('text').superRefine((value, context) => {
  if (isSignatureText(value)) return;
  const params = { actual: `${value.length} characters` };
  context.addIssue({ code: 'custom', message: '64 bytes in standard base64', params });
});
