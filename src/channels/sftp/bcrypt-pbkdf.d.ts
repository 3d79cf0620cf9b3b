/** The part of bcrypt-pbkdf 1 that is used here; it comes without types. */
declare module 'bcrypt-pbkdf' {
  type Lengths = [pass: Uint8Array, passLength: number, salt: Uint8Array, saltLength: number]

  const bcrypt: {
    /** Fills `key`. Answers a number other than 0 if it cannot. */
    pbkdf(...given: [...Lengths, key: Uint8Array, keyLength: number, rounds: number]): number
  }
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default bcrypt
}
