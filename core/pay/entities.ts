import type { Entity } from '../kernel/entity.ts';
import { PayRate } from './pay-rate.ts';
import { SalaryElement, SalaryElementType } from './salary-element.ts';

export const payEntities: readonly Entity[] = [SalaryElementType, SalaryElement, PayRate];
