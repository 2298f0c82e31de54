import type { Entity } from '../kernel/entity.ts';
import { CommercialContract, CommercialExpiration, PriceIndex } from './contract.ts';

export const commercialEntities: readonly Entity[] = [CommercialContract, CommercialExpiration, PriceIndex];
