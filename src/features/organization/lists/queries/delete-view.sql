DELETE FROM list_views
WHERE organization_id = :organization_id AND user_id = :user_id AND kind = :kind AND name = :name
RETURNING name
