/**
 * Apps whose windows are never seen or touched without a question, where the user has no list of their own. An entry is
 * the file name of an executable or a window class, with `*` for any text; after `title:` it is a window's title.
 */
export const defaultSensitiveApps: readonly string[] = [
  // Passwords and keys.
  ...['keepass*', 'org.keepassxc.KeePassXC', 'bitwarden*', '1password*', 'enpass*', 'dashlane*', 'lastpass*'],
  ...['nordpass*', 'proton-pass*', 'seahorse', 'kwalletmanager*', 'kleopatra', 'gpa', 'pinentry*', 'gcr-prompter'],
  ...['ssh-askpass*', 'ksshaskpass', 'authenticator', 'yubioath*', 'ykman*', 'veracrypt', 'qtpass', 'pass-gui'],
  // Who may do what on this machine.
  ...['*polkit*', 'gnome-control-center', 'systemsettings*', 'xfce4-settings-manager', 'mate-control-center'],
  ...['cinnamon-settings*', 'users-admin', 'gufw*', 'firewall-config', 'yast*', 'gnome-disks', 'gparted*'],
  ...['synaptic*', 'SystemSettings.exe', 'SecHealthUI.exe', 'control.exe', 'mmc.exe', 'regedit.exe', 'consent.exe'],
  ...['CredentialUIBroker.exe', 'LogonUI.exe'],
  // Money.
  ...['gnucash', 'kmymoney', 'electrum*', 'exodus', 'monero-wallet*', 'bitcoin-qt', 'ledger*live*', 'hibiscus*'],
  ...['title:*online banking*', 'title:*onlinebanking*', 'title:*internet banking*', 'title:*e-banking*'],
  ...['title:*banca online*', 'title:*banque en ligne*', 'title:*paypal*', 'title:*sparkasse*', 'title:*网上银行*'],
  // Questions for a password, whoever asks them.
  ...['title:*authentication required*', 'title:*authenticate*', 'title:unlock *', 'title:*enter password*'],
  ...['title:*passphrase*', 'title:*passwort eingeben*', 'title:*mot de passe*', 'title:*contraseña*'],
];

/**
 * Words in the name of a button, menu entry or link that is not pressed without a question of its own, where the user has
 * no list of their own. A word stands alone; `*` continues it.
 */
export const defaultDestructiveWords: readonly string[] = [
  ...['delete', 'remove', 'erase', 'wipe', 'format', 'discard', 'purge', 'destroy', 'uninstall', 'overwrite'],
  ...['empty trash', 'empty bin', 'move to trash', 'factory reset', 'reset', 'revoke', 'unsubscribe'],
  ...['send', 'submit', 'publish', 'post', 'pay', 'buy', 'purchase', 'order now', 'place order', 'checkout', 'donate'],
  ...['transfer', 'sign', 'authorise', 'authorize', 'shut down', 'shutdown', 'power off', 'restart', 'reboot'],
  ...['log out', 'sign out'],
  ...[
    'lösch*',
    'gelöscht*',
    'entfern*',
    'formatier*',
    'verwerfen',
    'deinstallier*',
    'überschreib*',
    'papierkorb leeren',
  ],
  ...['senden', 'absenden', 'bezahlen', 'kaufen', 'überweis*', 'bestell*', 'herunterfahren', 'neu starten', 'abmelden'],
  ...['supprimer', 'effacer', 'formater', 'désinstaller', 'vider la corbeille', 'envoyer', 'payer', 'acheter'],
  ...['commander', 'éteindre', 'redémarrer', 'eliminar', 'borrar', 'formatear', 'desinstalar', 'vaciar la papelera'],
  ...['enviar', 'pagar', 'comprar', 'apagar', 'reiniciar', 'elimina', 'cancella', 'rimuovi', 'formatta'],
  ...['disinstalla', 'invia', 'paga', 'acquista', 'spegni', 'riavvia', 'excluir', 'remover', 'desligar', 'usuń'],
  ...['wyślij', 'zapłać', 'kup', 'verwijder*', 'verzend*', 'betaal*', 'удалить', 'отправить', 'купить', 'оплатить'],
  ...[
    '删除',
    '移除',
    '发送',
    '支付',
    '购买',
    '卸载',
    '格式化',
    '关机',
    '削除',
    '送信',
    '購入',
    '支払*',
    '삭제',
    '보내기',
    '결제',
  ],
];
