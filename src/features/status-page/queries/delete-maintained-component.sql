DELETE FROM maintained_components WHERE organization_id = :organization_id AND kind = :kind AND id = :id
