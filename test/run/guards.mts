import type { IDataObject } from 'n8n-workflow';

export const withOptions = (parameters: IDataObject, options: IDataObject): IDataObject => ({
	...parameters,
	options: { ...(parameters.options as IDataObject), ...options },
});

/** Only for the team of the emulator's account, unless `team` is another one. */
export const forTeam = (parameters: IDataObject, team = 'Acme Mail') =>
	withOptions(parameters, { onlyForTeam: team });

/** Of the items that failed. */
export const messagesIn = (json: IDataObject[]) =>
	json.flatMap(({ error }) => (error ? [(error as IDataObject).message] : []));
