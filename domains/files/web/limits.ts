import { connect } from '#platform/web/index.ts';
import { contract, type Purpose } from '../contract.ts';

export const limitsOf = (purpose: Purpose) => connect(contract).limits.call({ purpose });
