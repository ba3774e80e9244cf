/**
 * Thrown by an operation whose write met another state of the graph than the one it was judged by, such as another holder
 * of a title: the pipeline prepares and judges it anew. Never leaves the pipeline.
 */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
