/** The `banksia` command: results on standard output, progress and messages on standard error. */
import { runCommand } from './commands/command-line.ts'
import { subcommands } from './commands/subcommands.ts'
import { version } from './core/version.ts'

await runCommand({ name: 'banksia', version, subcommands })
