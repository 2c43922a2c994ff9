/**
 * Verifies a message with the package `standardwebhooks`.
 *
 * The file has the message's body, its headers and secrets. Prints the secrets that verify it, and fails if a changed
 * body is verified too.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The packages are in the build folder, not beside this file.
const { Webhook, WebhookVerificationError } = createRequire(`${process.env.NODE_PACKAGES}/`)("standardwebhooks");

const message = JSON.parse(readFileSync(process.argv[2], "utf8"));

function isVerified(secret, body) {
  try {
    assert.deepEqual(new Webhook(secret).verify(body, message.headers), JSON.parse(body));
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

const changed = message.body.replace("sandbox", "production");
assert.notEqual(changed, message.body);
assert(!message.secrets.some((secret) => isVerified(secret, changed)));
process.stdout.write(JSON.stringify(message.secrets.filter((secret) => isVerified(secret, message.body))));
