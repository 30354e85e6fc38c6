DELETE FROM plan_sets WHERE organization_id = :organization_id AND name = :name
