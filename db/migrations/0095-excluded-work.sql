-- Art. 7.12 c of the branch agreement: work paid for its duration, without the minimum, and not joined to other work.
alter table specialties add column excluded_work text
  check (excluded_work in ('onCall', 'medicalVisit', 'meeting', 'training', 'therapeuticPartTime', 'mandate', 'interview'));
