import { createHmac } from 'node:crypto';

/** In the form that Loops' settings show. */
export const EXAMPLE_SECRET = `whsec_${Buffer.from('emulator-example-signing-secret!').toString('base64')}`;

export function isSecret(text: string): boolean {
	return /^(whsec_)?([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

/**
 * The value of `webhook-signature`.
 *
 * @param secret `whsec_` and base64, or base64 alone
 * @param timestamp seconds since the epoch
 * @param body the posted bytes
 */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
