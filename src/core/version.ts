/** The release, as package.json names it. */
import packageFile from '../../package.json' with { type: 'json' }

export const version: string = packageFile.version
