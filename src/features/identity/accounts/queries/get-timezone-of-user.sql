SELECT timezone FROM users WHERE email_folded = :email_folded
