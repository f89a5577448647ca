/**
 * Writes src-main/engine/backends/win32/com/generated/ from the headers of mingw-w64: the methods of each interface in
 * the order of its vtable, and the numbers of UI Automation. Run it by hand, with the package they come in:
 *
 *   curl -O http://deb.debian.org/debian/pool/main/m/mingw-w64/mingw-w64-common_12.0.0-5_all.deb
 *   node scripts/uia-tables.mjs mingw-w64-common_12.0.0-5_all.deb
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = new URL('../src-main/engine/backends/win32/com/generated/', import.meta.url);

const [packageFile] = process.argv.slice(2);
if (!packageFile) throw new Error('Name the mingw-w64-common package to read.');
const source = execFileSync('dpkg-deb', ['-W', '--showformat=${Package} ${Version}', packageFile], {
  encoding: 'utf8',
});
const unpacked = mkdtempSync(path.join(tmpdir(), 'uia-tables-'));
execFileSync('dpkg-deb', ['-x', packageFile, unpacked]);
/** @param {string} file */
const read = (file) => readFileSync(path.join(unpacked, 'usr/share/mingw-w64/include', file), 'utf8');
const client = read('uiautomationclient.h');

/** How a C type is passed. A method returns through a pointer to one of these. */
const kinds = {
  BSTR: 'text',
  LPCWSTR: 'text',
  VARIANT: 'variant',
  WINBOOL: 'flag',
  double: 'double',
  REFIID: 'guid',
  int: 'int',
  LONG: 'int',
  long: 'int',
  UINT: 'uint',
  DWORD: 'uint',
  UIA_HWND: 'handle',
  HWND: 'handle',
  WORD: 'uint',
  LPOLESTR: 'pointer',
  POINT: 'point',
  RECT: 'rect',
  'SAFEARRAY *': 'array',
  'void *': 'IUnknown',
};

/** The listed interfaces; others are objects without methods to us. */
const known = new Set([
  'IUnknown',
  'IDispatch',
  'IAccessible',
  ...[...client.matchAll(/MIDL_INTERFACE\("[\da-f-]+"\)\s*(\w+)/gi)].map(([, name = '']) => name),
]);

/** @param {string} type */
function kindOf(type) {
  if (type in kinds) return kinds[/** @type {keyof typeof kinds} */ (type)];
  if (/^I[A-Z]\w+ \*$/.test(type)) return known.has(type.slice(0, -2)) ? type.slice(0, -2) : 'IUnknown';
  if (/^enum \w+$/.test(type) || /^[A-Z]+ID$/.test(type)) return 'int';
  return type.endsWith('*') ? 'pointer' : null;
}

/**
 * @param {readonly string[]} declarations the parameters of a method, as C declares them
 * @param {boolean} isOurs whether we are called, with all parameters as inputs
 */
function parametersOf(declarations, isOurs) {
  return declarations.map((declaration, index) => {
    const [, type = '', name = ''] = /^(.*?[ *])(\w+)$/.exec(declaration) ?? [];
    const plain = kindOf(type.trim());
    if (plain !== null && plain !== 'pointer') return plain;
    const pointed = kindOf(type.trim().replace(/ ?\*$/, ''));
    const isArrayGiven =
      /count$/i.test(/\w+$/.exec(declarations[index + 1] ?? '')?.[0] ?? '') &&
      !/\*/.test(declarations[index + 1] ?? '');
    if (pointed === null && plain === null) throw new Error(`Who knows how to pass “${type}” (${name})?`);
    if (isOurs || isArrayGiven || pointed === null) return 'pointer';
    return `${pointed}*`;
  });
}

/** @param {string} header @param {(name: string) => boolean} [wanted] */
function interfacesIn(header, wanted = () => true) {
  const found = [...header.matchAll(/MIDL_INTERFACE\("([\da-f-]+)"\)\s*(\w+) : public (\w+)\s*\{([\s\S]*?)\n\};/gi)];
  return found
    .filter(([, , name = '']) => wanted(name))
    .map(([, iid = '', name = '', base = '', body = '']) => {
      const methods = [...body.matchAll(/virtual HRESULT STDMETHODCALLTYPE (\w+)\(([\s\S]*?)\) = 0;/g)];
      if (methods.length !== [...body.matchAll(/STDMETHODCALLTYPE/g)].length) throw new Error(`Methods of ${name}?`);
      return {
        iid: iid.toLowerCase(),
        name,
        base,
        methods: methods.map(([, method = '', list = '']) => methodOf(name, method, list)),
      };
    });
}

/** @param {string} owner @param {string} name @param {string} list */
function methodOf(owner, name, list) {
  const declarations = list.trim() === 'void' ? [] : list.split(',').map((one) => one.trim().replace(/\s+/g, ' '));
  const parameters = parametersOf(declarations.filter(Boolean), owner.endsWith('EventHandler'));
  return `${name}: [${parameters.map((kind) => `'${kind}'`).join(', ')}],`;
}

/** @param {RegExp} pattern whose first group is the name, and second the number */
function numbers(pattern) {
  return [...client.matchAll(pattern)].map(
    ([, name = '', number]) => `  ${name.replace(/Pattern(2?)$/, '$1')}: ${number},`,
  );
}

/** @param {string} header */
function enumsIn(header) {
  return [...header.matchAll(/^enum (\w+) \{([\s\S]*?)\n\};/gm)].map(([, name = '', body = '']) => {
    /** @type {Map<string, number>} */
    const members = new Map();
    for (const [, member = '', value = ''] of body.matchAll(/(\w+) = ([^,\n]+)/g)) {
      const terms = value.split('|').map((term) => term.replace(/[()]/g, '').trim());
      members.set(
        member,
        terms.reduce((sum, term) => sum | (members.get(term) ?? Number(term)), 0),
      );
    }
    const lines = [...members].map(([member, value]) => `${member.replace(`${name}_`, '')}: ${value}`);
    return `export const ${name.charAt(0).toLowerCase()}${name.slice(1)} = { ${lines.join(', ')} } as const;`;
  });
}

/** @param {string} file @param {readonly string[]} lines @param {readonly string[]} headers */
function write(file, headers, lines) {
  const head = `/** Made by scripts/uia-tables.mjs from ${headers.join(' and ')} of Debian's ${source}. */`;
  writeFileSync(new URL(file, folder), [head, ...lines, ''].join('\n'));
}

const unknown = {
  iid: '00000000-0000-0000-c000-000000000046',
  name: 'IUnknown',
  base: '',
  methods: ["QueryInterface: ['guid', 'IUnknown*'],", 'AddRef: [],', 'Release: [],'],
};
const dispatch = interfacesIn(read('oaidl.h'), (name) => name === 'IDispatch');
const accessible = interfacesIn(read('oleacc.h'), (name) => name === 'IAccessible');
const all = [unknown, ...interfacesIn(client), ...dispatch, ...accessible];
write(
  'interfaces.ts',
  ['uiautomationclient.h', 'oleacc.h', 'oaidl.h'],
  [
    '/** Methods in the order of the vtable, after those of `base`; how each parameter is passed. What a method gives ends in `*`. */',
    'export const interfaces = {',
    ...all.map(
      ({ iid, name, base, methods }) =>
        `  ${name}: {\n    iid: '${iid}',\n    base: '${base}',\n    methods: {\n      ${methods.join('\n      ')}\n    },\n  },`,
    ),
    '} as const;',
    '',
    'export const classes = {',
    ...[...client.matchAll(/class DECLSPEC_UUID\("([\da-f-]+)"\) (\w+);/g)].map(
      ([, id, name]) => `  ${name}: '${id}',`,
    ),
    '} as const;',
  ],
);
write(
  'ids.ts',
  ['uiautomationclient.h'],
  [
    'export const propertyIds = {',
    ...numbers(/#define UIA_(\w+)PropertyId \((\d+)\)/g),
    '} as const;',
    '',
    'export const patternIds = {',
    ...numbers(/#define UIA_(\w+Pattern2?)Id \((\d+)\)/g),
    '} as const;',
    '',
    'export const controlTypeIds = {',
    ...numbers(/#define UIA_(\w+)ControlTypeId \((\d+)\)/g),
    '} as const;',
    '',
    'export const eventIds = {',
    ...numbers(/#define UIA_(\w+)EventId \((\d+)\)/g),
    '} as const;',
  ],
);
write(
  'enums.ts',
  ['uiautomationclient.h', 'uiautomationcore.h'],
  [...enumsIn(client), ...enumsIn(read('uiautomationcore.h'))],
);
rmSync(unpacked, { recursive: true });
execFileSync('npx', ['oxfmt', folder.pathname], { stdio: 'inherit' });
