/** One live line a stage, on standard error: redrawn on a terminal, else written when the stage starts and when it ends. */

export type Note = (text: string) => void

export type Progress = {
  readonly say: Note
  readonly stage: <T>(title: string, work: (note: Note) => Promise<T>) => Promise<T>
}

type Terminal = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

export function openProgress(stream: Terminal, stages: number): Progress {
  let number = 0
  const redraw = (text: string): void => {
    if (stream.isTTY === true) stream.write(`\r\u001b[2K${text}`)
  }
  return {
    say: (text) => stream.write(`${text}\n`),
    stage: async (title, work) => {
      number += 1
      const label = `[${number}/${stages}] ${title}`
      const startedAt = Date.now()
      let last = ''
      if (stream.isTTY === true) redraw(label)
      else stream.write(`${label} ...\n`)
      try {
        const result = await work((text) => {
          last = text
          redraw(`${label}: ${text}`)
        })
        redraw('')
        const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
        stream.write(`${label}${last === '' ? '' : `: ${last}`} (${seconds} s)\n`)
        return result
      } catch (error) {
        redraw('')
        stream.write(`${label}: failed\n`)
        throw error
      }
    },
  }
}
