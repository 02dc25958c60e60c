// Validates the files named on the command line with the Khronos validator and prints one JSON object per file:
// {"file", "errors", "warnings", "messages"}. The environment variable VALIDATOR_MODULES names the folder
// in which `npm install` was run.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(path.join(process.env.VALIDATOR_MODULES, 'package.json'));
const validator = require('gltf-validator');

for (const file of process.argv.slice(2)) {
  const beside = (uri) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri))));
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 1000,
    externalResourceFunction: async (uri) => beside(uri),
  });
  const messages = report.issues.messages.filter((message) => message.severity <= 1);
  const { numErrors: errors, numWarnings: warnings } = report.issues;
  console.log(JSON.stringify({ file, errors, warnings, messages }));
}
