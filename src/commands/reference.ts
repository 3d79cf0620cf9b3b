/** `banksia reference`: prints a page of the reference from the program's tables, or writes all pages. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderPage } from './reference/reference-page.ts'
import { buildReference } from './reference/reference-pages.ts'
import { type ExitCode, type Subcommand, UsageError, type Values } from './subcommand.ts'

export const printReference =
  (subcommands: readonly Subcommand[]) =>
  async (values: Values, names: readonly string[]): Promise<ExitCode> => {
    const pages = buildReference(subcommands)
    const folder = values.text('write')
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true })
      await Promise.all(pages.map((page) => writeFile(join(folder, `${page.name}.md`), renderPage(page))))
      return 0
    }
    const page = pages.find(({ name }) => name === names[0])
    if (page === undefined || names.length > 1)
      throw new UsageError(`the pages are ${pages.map(({ name }) => name).join(', ')}`)
    process.stdout.write(renderPage(page))
    return 0
  }
