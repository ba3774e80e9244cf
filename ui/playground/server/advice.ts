/** What to do when the server does not answer; shown in the banner and as the answer of the failed request. */
export const SERVER_GONE = {
  message: `The server at ${location.origin} does not answer.`,
  advice:
    'Look at the terminal it runs in, and start it again there with `npm start`. This page tries every two seconds and goes on by itself.',
};
