/** The scripts of Unicode (UAX #24) by their names, to say which one a page cannot show. */

/** What the fonts have and the page can order and join. */
export const drawnScripts =
  /[\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u

// biome-ignore format: names in alphabetical order
const names = [
  'Adlam', 'Ahom', 'Arabic', 'Armenian', 'Balinese', 'Bamum', 'Batak', 'Bengali', 'Bhaiksuki', 'Bopomofo', 'Brahmi', 'Braille',
  'Buginese', 'Buhid', 'Canadian_Aboriginal', 'Chakma', 'Cham', 'Cherokee', 'Coptic', 'Cyrillic', 'Deseret', 'Devanagari',
  'Ethiopic', 'Georgian', 'Glagolitic', 'Gothic', 'Grantha', 'Greek', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hanifi_Rohingya',
  'Hanunoo', 'Hebrew', 'Hiragana', 'Javanese', 'Kaithi', 'Kannada', 'Katakana', 'Kayah_Li', 'Khmer', 'Khojki', 'Lao', 'Latin',
  'Lepcha', 'Limbu', 'Lisu', 'Malayalam', 'Mandaic', 'Meetei_Mayek', 'Miao', 'Modi', 'Mongolian', 'Mro', 'Multani', 'Myanmar',
  'New_Tai_Lue', 'Newa', 'Nko', 'Nushu', 'Nyiakeng_Puachue_Hmong', 'Ogham', 'Ol_Chiki', 'Oriya', 'Osage', 'Osmanya',
  'Pahawh_Hmong', 'Pau_Cin_Hau', 'Phags_Pa', 'Rejang', 'Runic', 'Samaritan', 'Saurashtra', 'Sharada', 'Shavian', 'SignWriting',
  'Sinhala', 'Sora_Sompeng', 'Sundanese', 'Syloti_Nagri', 'Syriac', 'Tagalog', 'Tagbanwa', 'Tai_Le', 'Tai_Tham', 'Tai_Viet',
  'Takri', 'Tamil', 'Tangut', 'Telugu', 'Thaana', 'Thai', 'Tibetan', 'Tifinagh', 'Tirhuta', 'Vai', 'Wancho', 'Warang_Citi', 'Yi',
] as const

const scripts = names.map((name) => ({
  name: name.replaceAll('_', ' '),
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
}))

/** In words: `Ol Chiki`. Undefined for a sign that belongs to no script, and for a script that nobody writes any more. */
export const scriptOf = (character: string): string | undefined =>
  scripts.find(({ pattern }) => pattern.test(character))?.name
