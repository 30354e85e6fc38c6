DELETE FROM members WHERE organization_id = :organization_id AND user_id = :user_id
