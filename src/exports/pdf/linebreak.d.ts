/** The package has no types of its own. */
declare module 'linebreak' {
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class LineBreaker {
    constructor(text: string)
    /** The next place where a line may end (UAX #14); null behind the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
}
