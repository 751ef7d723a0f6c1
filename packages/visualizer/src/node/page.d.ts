/** Put in by the build: the page as text. */
declare const READBACK_VISUALIZER_PAGE: {
  readonly script: string;
  readonly exportedScript: string;
  readonly exportedStyle: string;
  readonly unpacking: string;
  readonly style: string;
};
