/** A file that a load reads, line by line or whole. */

export type SourceFile = {
  /** Without its folder. */
  readonly name: string
  readonly bytes: number
  readonly open: () => AsyncIterable<Buffer>
}

/** Lines without their ends. */
export async function* readLines(file: SourceFile, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of file.open()) {
    onBytes(chunk.length)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new LoadError(`${file.name} has a line that is too long`)
    for (const line of lines) yield withoutEnd(line)
  }
  rest += decoder.decode()
  if (rest !== '') yield withoutEnd(rest)
}

const maxLine = 1 << 20

const withoutEnd = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

/** An error in a file; the message names the file and no content. */
export class LoadError extends Error {}
