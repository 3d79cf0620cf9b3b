/** Progress of a command that reads many records, on standard error every two seconds. */
const progressMs = 2_000

export type Progress = { readonly add: (count: number) => void; readonly stop: () => void }

export function startProgress(what: string): Progress {
  let records = 0
  const timer = setInterval(() => process.stderr.write(`${records} ${what}\n`), progressMs)
  return {
    add: (count) => {
      records += count
    },
    stop: () => clearInterval(timer),
  }
}
