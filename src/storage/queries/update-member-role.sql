UPDATE members SET role = :role WHERE organization_id = :organization_id AND user_id = :user_id
