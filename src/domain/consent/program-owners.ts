/** Types that may have programs: of a program it is not known which device it is, and whose. D87. */
export const mayHavePrograms = (type: string): boolean => type === 'Device' || type === 'Organization'
