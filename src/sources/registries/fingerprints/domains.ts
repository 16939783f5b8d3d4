// Technologies in DNS records: mail, name servers and services.

/** Rows in the format of `rows.ts`. */
export const DOMAINS = String.raw`
Google Workspace | 75 | workspace.google.com | mx=(?:aspmx\.l\.google|googlemail|smtp\.google)\.com | txt=include:_spf\.google\.com
Microsoft 365 | 75 | www.microsoft.com/microsoft-365 | mx=\.mail\.protection\.outlook\.com|\.mx\.microsoft
| txt=include:spf\.protection\.outlook\.com | txt=^ms=ms\d+ ~60
Zoho Mail | 75 | www.zoho.com/mail | mx=\bmx\d?\.zoho(?:mail)?\.(?:com|eu|in) | txt=include:zoho(?:mail)?\.(?:com|eu|in)
Proton Mail | 75 | proton.me/mail | mx=\bmail(?:sec)?\.protonmail\.ch | txt=include:_spf\.protonmail\.ch | txt=^protonmail-verification=
Fastmail | 75 | www.fastmail.com | mx=\.messagingengine\.com | txt=include:spf\.messagingengine\.com
iCloud Mail | 75 | www.icloud.com | mx=\bmx\d+\.mail\.icloud\.com | txt=include:icloud\.com
Yandex 360 | 75 | 360.yandex.com | mx=\bmx\.yandex\.(?:net|ru) | txt=include:_spf\.yandex\.net
Mail.ru | 75 | biz.mail.ru | mx=\bemx\.mail\.ru | txt=include:_spf\.mail\.ru
Tencent Exmail | 75 | exmail.qq.com | mx=\bmxbiz\d\.qq\.com | txt=include:spf\.mail\.qq\.com
Alibaba Mail | 75 | qiye.aliyun.com | mx=\bmx[nw]?\d?\.(?:mxhichina|qiye\.aliyun)\.com | txt=include:spf\.mxhichina\.com
Naver Works | 75 | naver.worksmobile.com | mx=\.worksmobile\.com
Titan | 75 | titan.email | mx=\bmx\d\.titan\.email
Migadu | 75 | www.migadu.com | mx=\.migadu\.com
Rackspace Email | 75 | www.rackspace.com | mx=\bmx\d\.emailsrvr\.com | txt=include:emailsrvr\.com
Amazon WorkMail | 75 | aws.amazon.com/workmail | mx=inbound-smtp\.[a-z0-9-]{5,20}\.amazonaws\.com | > Amazon Web Services
Amazon SES | 75 | aws.amazon.com/ses | txt=include:amazonses\.com | > Amazon Web Services
SendGrid | 75 | sendgrid.com | txt=include:(?:sendgrid\.net|u\d+\.wl\d*\.sendgrid\.net)
Mailgun | 75 | www.mailgun.com | mx=\bmx[ab]\.(?:eu\.)?mailgun\.org | txt=include:(?:eu\.)?mailgun\.org
Postmark | 75 | postmarkapp.com | txt=include:spf\.mtasv\.net
SparkPost | 75 | www.sparkpost.com | txt=include:(?:_spf\.)?sparkpostmail\.com
Mailjet | 75 | www.mailjet.com | txt=include:spf\.mailjet\.com
Mandrill | 75 | mailchimp.com | txt=include:spf\.mandrillapp\.com
Resend | 75 | resend.com | txt=resend-verification ~60
Mimecast | 75 16 | www.mimecast.com | mx=\.mimecast(?:-offshore)?\.com | txt=include:[a-z._-]{0,20}netblocks\.mimecast\.com
Proofpoint | 75 16 | www.proofpoint.com | mx=\.pphosted\.com|\.ppe-hosted\.com | txt=include:[a-z0-9._-]{0,40}pphosted\.com
Barracuda Email Protection | 75 16 | www.barracuda.com | mx=\.barracudanetworks\.com
Cisco Secure Email | 75 16 | www.cisco.com | mx=\.iphmx\.com
Trend Micro Email Security | 75 16 | www.trendmicro.com | mx=\.tmes\.trendmicro\.(?:com|eu)|\.in\.tmes
Forcepoint Email Security | 75 16 | www.forcepoint.com | mx=\.mailcontrol\.com
Hornetsecurity | 75 16 | www.hornetsecurity.com | mx=\.hornetsecurity\.com|\.antispameurope\.com
Sophos Email | 75 16 | www.sophos.com | mx=\.sophos\.com
SpamExperts | 75 16 | www.n-able.com | mx=\.(?:spamexperts|antispamcloud)\.(?:com|net|eu)
MailChannels | 75 | www.mailchannels.com | txt=include:relay\.mailchannels\.net
ImprovMX | 75 | improvmx.com | mx=\bmx\d\.improvmx\.com
Cloudflare Email Routing | 75 | www.cloudflare.com | mx=\.mx\.cloudflare\.net | txt=include:_spf\.mx\.cloudflare\.net
Sender Policy Framework | 75 16 | www.rfc-editor.org/rfc/rfc7208 | txt=^"?v=spf1
DMARC | 75 16 | dmarc.org | txt=^"?v=dmarc1
Atlassian | 19 | www.atlassian.com | txt=^"?atlassian-domain-verification=
Facebook Business | 36 | www.facebook.com/business | txt=^"?facebook-domain-verification= | meta.facebook-domain-verification
Apple Business | 19 | business.apple.com | txt=^"?apple-domain-verification=
DocuSign | 19 | www.docusign.com | txt=^"?docusign=
Dropbox | 19 | www.dropbox.com | txt=^"?dropbox-domain-verification=
Adobe | 19 | www.adobe.com | txt=^"?adobe-(?:idp|sign)-
Webex | 19 | www.webex.com | txt=^"?(?:webexdomainverification|cisco-ci-domain-verification)
Zoom | 19 | www.zoom.com | txt=^"?zoom_verify_
Slack | 19 | slack.com | txt=^"?slack-domain-verification=
Stripe Verification | 41 | stripe.com | txt=^"?stripe-verification= | > Stripe
OpenAI | 19 | openai.com | txt=^"?openai-domain-verification=
Anthropic | 19 | www.anthropic.com | txt=^"?anthropic-domain-verification
GlobalSign | 70 | www.globalsign.com | txt=^"?(?:_globalsign-domain-verification|globalsign-domain-verification)=
DigiCert | 70 | www.digicert.com | txt=^"?(?:digicert=|_digicert)
NS1 | 19 | www.ibm.com/products/ns1-connect | ns=\.nsone\.net
UltraDNS | 19 | vercara.com | ns=\.ultradns\.(?:com|net|org|biz|info|co\.uk)
DNSimple | 19 | dnsimple.com | ns=\.dnsimple\.com
DNS Made Easy | 19 | dnsmadeeasy.com | ns=\.dnsmadeeasy\.com
Google Cloud DNS | 19 | cloud.google.com/dns | ns=\.googledomains\.com | > Google Cloud
Yandex Cloud DNS | 19 | yandex.cloud | ns=\.yandexcloud\.net|\bdns\d\.yandex\.(?:net|ru)
DNSPod | 19 | www.dnspod.com | ns=\.dnspod\.(?:net|com)|\.dnsv\d\.com
Alibaba Cloud DNS | 19 | www.alibabacloud.com | ns=\.(?:hichina|alidns)\.com
MarkMonitor | 19 | www.markmonitor.com | ns=\.markmonitor\.com
CSC | 19 | www.cscdbs.com | ns=\.cscdns\.net
Squarespace Domains | 19 | domains.squarespace.com | ns=\.squarespacedns\.com
Wix DNS | 19 | www.wix.com | ns=\.wixdns\.net
`;
