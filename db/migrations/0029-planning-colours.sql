-- M-003: the colours of tours and interventions that an agency begins with.
alter table agencies alter column planning_view_tour_hex_color set default '#9C27B0',
  alter column planning_view_intervention_hex_color set default '#80DEEA';
update agencies set planning_view_tour_hex_color = '#9C27B0' where planning_view_tour_hex_color = '#7048E8';
update agencies set planning_view_intervention_hex_color = '#80DEEA' where planning_view_intervention_hex_color = '#E8590C';
