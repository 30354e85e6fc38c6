-- Ends the status that a component has; not before what is counted of it, where clocks of nodes differ.
UPDATE component_statuses SET until = greatest(:at, counted_at)
WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND until IS NULL
RETURNING until
