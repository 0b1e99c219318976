import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

/**
 * A minimal node: `helpers.httpRequestWithAuthentication` in a loop over the items, `concurrency` at
 * once.
 */
export function bareLoop(node: INodeType, concurrency: number): INodeType {
	return {
		description: node.description,
		async execute() {
			const items = this.getInputData();
			const { baseUrl } = await this.getCredentials('loopsEmailApi');
			const output: INodeExecutionData[] = [];
			let next = 0;
			const work = async () => {
				for (let index = next++; index < items.length; index = next++) {
					const email = this.getNodeParameter('email', index);
					const pairedItem = { item: index };
					try {
						const json = (await this.helpers.httpRequestWithAuthentication.call(
							this,
							'loopsEmailApi',
							{
								method: 'PUT',
								url: `${String(baseUrl)}/contacts/update`,
								body: { email },
								json: true,
							},
						)) as IDataObject;
						output[index] = { json, pairedItem };
					} catch (error) {
						output[index] = { json: { error: (error as Error).message }, pairedItem };
					}
				}
			};
			await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
			return [output];
		},
	};
}
