/** The `banksia` command: results on standard output, progress and messages on standard error. */
import { runCommand } from './commands/command-line.ts'
import { subcommands } from './commands/subcommands.ts'
import { version } from './core/version.ts'

process.exitCode = await runCommand({ name: 'banksia', version, subcommands }, process.argv.slice(2))
// The channel to the program that started this one would keep it alive.
if (process.connected) process.disconnect()
