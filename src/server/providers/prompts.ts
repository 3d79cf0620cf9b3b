/** The prompts of the outside model: those that come along, or the operator's own from BANKSIA_DRAFTER_PROMPTS. docs/design/drafting.md#providers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../core/config.ts'

type PromptRow = {
  readonly file: string
  /** The operator's directory may leave it out. */
  readonly isOptional: boolean
  /** Values without which the request would say nothing: each has to stand in the text. */
  readonly values: readonly string[]
}

// biome-ignore format: one row a line
const prompts = {
  system:     { file: 'draft-system.md', isOptional: false, values: [] },
  user:       { file: 'draft-user.md',   isOptional: false, values: ['segments'] },
  repair:     { file: 'draft-repair.md', isOptional: true,  values: ['refused'] },
  revise:     { file: 'draft-revise.md', isOptional: true,  values: ['note', 'instruction'] },
  readSystem: { file: 'read-system.md',  isOptional: true,  values: [] },
  readUser:   { file: 'read-user.md',    isOptional: true,  values: ['statements'] },
} as const satisfies Readonly<Record<string, PromptRow>>

type PromptName = keyof typeof prompts

const variable = 'BANKSIA_DRAFTER_PROMPTS'
const ownFolder = join(import.meta.dirname, '../..', 'drafting', 'providers', 'prompts')

/** The texts by their names. Throws ConfigError for a text that is missing, cannot be read, or lacks a value. */
export async function readPrompts<Name extends PromptName>(
  names: readonly Name[],
  directory: string = ownFolder,
): Promise<Readonly<Record<Name, string>>> {
  const read: [Name, string][] = []
  for (const name of names) read.push([name, await readPrompt(prompts[name], directory)])
  return Object.fromEntries(read) as Record<Name, string>
}

async function readPrompt({ file, isOptional, values }: PromptRow, directory: string): Promise<string> {
  const text = await readFile(join(directory, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isOptional && error.code === 'ENOENT') return readFile(join(ownFolder, file), 'utf8')
    const missing = 'must name a directory with draft-system.md and draft-user.md'
    throw new ConfigError(variable, isOptional ? `has a ${file} that cannot be read` : missing)
  })
  const lacking = values.find((value) => !text.includes(`{{${value}}}`))
  if (lacking !== undefined) throw new ConfigError(variable, `has a ${file} without {{${lacking}}}`)
  return text
}
