// The list of a customer's user among 10,000 documents, against the same list of an agency that has only his.
import { performance } from 'node:perf_hooks';
