// Makes the component: `npm run build` writes dist/acme.wasm.

import { mkdir, writeFile } from 'node:fs/promises';
import { componentize } from '@bytecodealliance/componentize-js';

const { component } = await componentize({
  sourcePath: 'src/component.js',
  witPath: 'wit',
  worldName: 'plumbline:exporter/exporter-component@2.0.0',
  // An exporter is granted neither requests nor a server. Without clocks and random numbers the same rows make the same
  // bytes. What is left, `stdio`, brings console.log and errors into the host's log.
  disableFeatures: ['http', 'fetch-event', 'clocks', 'random'],
});
await mkdir('dist', { recursive: true });
await writeFile('dist/acme.wasm', component);
console.log(`dist/acme.wasm: ${component.length} bytes`);
