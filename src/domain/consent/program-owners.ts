/** Types that may own programs: nobody can tell which device a program is, and whose. D87. */
export const mayHavePrograms = (type: string): boolean => type === 'Device' || type === 'Organization'
