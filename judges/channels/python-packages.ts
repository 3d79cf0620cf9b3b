/** Packages of PyPI that judge: whether Python has them in these versions. */
import { spawnSync } from 'node:child_process'

type Package = { readonly name: string; readonly version: string }

/** Those that Python lacks, in words. */
export const listLackingPackages = (...packages: readonly Package[]): string[] =>
  packages
    .filter(({ name, version }) => {
      const asked = `from importlib.metadata import version; assert version('${name}') == '${version}'`
      return spawnSync('python3', ['-c', asked]).status !== 0
    })
    .map(({ name, version }) => `${name}==${version} of PyPI on PYTHONPATH`)
